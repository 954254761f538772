#!/bin/sh
# Prints a Python that can run Banqi, or one line that says what to do.
for python in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
    if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        if "$python" -c 'import ensurepip, venv' 2>/dev/null; then
            echo "$python"
            exit 0
        fi
        echo "$python has no venv module: install it (on Debian: apt-get install python3-venv)." >&2
        exit 1
    fi
done
echo "Banqi needs Python 3.11 or newer: install it, or say where it is with PYTHON=/path/to/python." >&2
exit 1
