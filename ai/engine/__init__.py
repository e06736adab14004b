"""The engine protocol over stdin and stdout: one JSON line in, one JSON line out.

The modules by layer, each importing only those before it:

* `errors`: what a request can be refused with.
* `framing`: bytes to JSON objects, replies to bytes.
* `fields`, `messages`: JSON objects to typed requests.
* `config`: what an engine is built from. `options`: what ``set`` sets.
* `reveal`: whether a final state agrees with what a seat saw.
* `session`: one seat's game. `search`: one ``think``.
* `lanes`: the requests of one game in order, those of different games side by side.
* `replies`: one final reply for each request, whatever happens.
* `greeting`, `games`: what is served at once, and what in a lane.
* `server`: which request is served where.
* `streams`, `process`: file descriptors, signals, the end.

The sections named in docstrings are those of the text of the protocol, version 1.
"""
