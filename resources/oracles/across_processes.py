"""Does the seeded script print the same in every fresh process?"""
# == start ==
import os
import subprocess
import sys

if os.environ.get("REPRO_CHILD") is None:
    child = dict(os.environ, REPRO_CHILD="1")
    child.pop("PYTHONHASHSEED", None)
    outputs = [subprocess.run([sys.executable, __file__], env=child, stdout=subprocess.PIPE, check=True).stdout for _ in range(RUNS)]
    print(b"\n".join(outputs).decode(errors="replace"))
    assert outputs[0].strip(), "the script printed nothing that could be compared"
    assert len(set(outputs)) == 1, "observed %d different outputs in %d processes; wanted one" % (len(set(outputs)), RUNS)
    sys.exit()
