"""The numbers of the evaluation. 1000 is one unit of log-odds of winning.

`MATTER[kind][threats]` and `PREY[kind][victims]`, kinds from general to soldier: a piece is worth
the sum of both, by how many living enemies could take it (0, 1, 2, 3 or more) and how many it
could take (0, 1–2, 3–5, 6 or more).
"""

from typing import Final

MATTER: Final = (
    (420, 380, 350, 260),
    (420, 300, 240, 200),
    (340, 230, 190, 150),
    (250, 160, 120, 100),
    (200, 120, 90, 70),
    (250, 230, 210, 200),
    (100, 80, 60, 40),
)
PREY: Final = (
    (0, 150, 250, 350),
    (0, 100, 170, 230),
    (0, 80, 130, 180),
    (0, 60, 100, 130),
    (0, 40, 80, 100),
    (0, 60, 120, 160),
    (0, 20, 60, 60),
)
# A face-down piece is worth this much of a face-up one, in 256ths.
FACE_DOWN: Final = 212
# For each number of free squares beside a piece: 256ths of its worth.
FREEDOM: Final = (-24, -4, 4, 8, 12)
# A piece and a victim so many steps away: 256ths of the victim's worth.
HUNT: Final = (0, 30, 26, 18, 14, 10, 8, 6, 4, 2, 0, 0)
# What a cannon aims at: 256ths of the target's worth.
AIM: Final = 30
# The player to move has this much more.
TEMPO: Final = 30
# Two hanging pieces cannot both be saved: 256ths of the lesser one's worth.
SECOND_LOSS: Final = 100
