"""The engine protocol over stdin and stdout: one JSON line in, one JSON line out.

The modules by layer, each importing only those before it:

* `errors`: what a request can be refused with.
* `framing`: bytes to JSON objects, replies to bytes.
* `fields`, `messages`: JSON objects to typed requests.
* `options`: what ``set`` sets.
* `reveal`: does a final state agree with what a seat saw?
* `session`: one seat's game. `search`: one ``think``.
* `lanes`: the requests of one game in order, those of different games side by side.
* `server`: which request is served by what. `config`: what it is built from.
* `streams`, `process`: file descriptors, signals, the end.

The sections named in docstrings are those of the protocol text, ``docs/protocol.md``.
"""
