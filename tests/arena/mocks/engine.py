"""An engine of the protocol that behaves as its first argument says.

Well-behaved modes play the first legal move; those that never get so far know no game.
"""

import json
import os
import subprocess
import sys
import time

MODE = sys.argv[1]
GAMES = {}


def say(**reply):
    sys.stdout.write(json.dumps(reply) + "\n")
    sys.stdout.flush()


def sleep():
    time.sleep(3600)


def hello(request):
    if MODE == "mute":
        sleep()
    if MODE == "chess":
        say(re=request["id"], ok=True, games=[{"id": "chess", "players": [2]}])
        return
    say(re=request["id"], ok=True, engine={"name": "mock", "version": "0.7"})


def newgame(request):
    if MODE == "refuse":
        say(re=request["id"], ok=False, error={"code": "internal", "message": "not today"})
        return
    if MODE in ("polite", "polluting", "remembering", "talkative", "late"):
        from eminence.core.game import load

        game = load(request["rules"], request["players"])
        GAMES[request["game"]] = game.view(request["seat"])
    say(re=request["id"], ok=True, n=0)


def events(request):
    if request["game"] in GAMES:
        GAMES[request["game"]].extend(request["events"])
    say(re=request["id"], ok=True)


def think(request):
    re = request["id"]
    match MODE:
        case "crash":
            print("something broke", file=sys.stderr)
            os._exit(7)
        case "stall":
            sleep()
        case "flood":
            while True:
                os.write(1, b'{"re":"1","info":{}}\n' * 1000)
        case "line":
            while True:
                os.write(1, b"x" * 65536)
        case "wrong":
            say(re="another", ok=True, move="x")
            say(re=True, ok=True, move="x")
            say(re=None, ok=True, move="x")
            sleep()
        case "illegal":
            say(re=re, ok=True, move="banana", nodes=1, time_ms=0)
            return
        case "moveless":
            say(re=re, ok=True, nodes=-5, time_ms="soon")
            return
        case "nan":
            os.write(1, b'{"re":"' + re.encode() + b'","ok":true,"move":NaN}\n')
            return
        case "child":
            subprocess.Popen([sys.executable, "-c", "import time; time.sleep(5)"])
            os._exit(0)
    view = GAMES[request["game"]]
    moves = view.legal_moves()
    move = moves[0]
    if MODE == "remembering":
        move = moves[len(GAMES) % len(moves)]
    if MODE == "polluting":
        print("banner")
        os.write(1, b"\xff\xfe garbage\n\n[1,2]\n" + b"y" * 3_000_000 + b"\n")
        print("[" * 60000)
        say(re="other", ok=False)
    if MODE == "talkative":
        os.write(2, b"log\n" * 100_000)
        say(re=re, info={"nodes": 1})
    if MODE == "late":
        time.sleep(0.6)
    say(re=re, ok=True, move=move, nodes=3, time_ms=0)


def end(request):
    if MODE == "clinging":
        sleep()
    if MODE != "remembering":
        GAMES.pop(request["game"], None)
    say(re=request["id"], ok=True)


if MODE == "deaf":
    sleep()
for text in sys.stdin:
    asked = json.loads(text)
    globals()[asked["cmd"]](asked)
if MODE == "zombie":
    sleep()
