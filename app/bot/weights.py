"""The numbers of the evaluation, fitted to games of the search with itself (docs/engine.md).

1000 is one unit of log-odds of winning. Kinds go from general to soldier.
"""

from typing import Final

# What a piece is worth by how many living enemies could take it: 0, 1, 2, 3–4, 5 or more …
MATTER: Final = (
    (1130, 690, 480, 470, 440),
    (1108, 574, 260, 150, 150),
    (690, 413, 264, 200, 200),
    (387, 319, 179, 113, 110),
    (300, 310, 159, 90, 120),
    (375, 375, 388, 440, 310),
    (368, 213, 102, 89, 40),
)
# … and by how many it could take: 0, 1–2, 3–5, 6–8, 9 or more.
PREY: Final = (
    (120, 260, 310, 330, 430),
    (150, 90, 90, 160, 160),
    (90, 60, 76, 116, 150),
    (34, 60, 75, 65, 70),
    (80, 80, 65, 70, 100),
    (0, 160, 170, 140, 160),
    (32, 130, 115, 140, 140),
)
# A face-down piece is worth this much of a face-up one, in 256ths, and so much more.
FACE_DOWN: Final = 212
UNSEEN: Final = (20, 25, 30, -10, -60, -30, 14)
# What freedom is worth: by kind and the number of empty squares beside it.
FREEDOM: Final = (
    (-100, -10, 10, 30, 60),
    (-80, -8, 8, 28, 55),
    (-60, -6, 6, 26, 50),
    (-50, -5, 5, 25, 50),
    (-40, -4, 4, 24, 45),
    (-40, -4, 4, 24, 45),
    (-20, -3, 3, 20, 40),
)
# A piece and a victim so many steps away: 256ths of the victim's worth.
HUNT: Final = (0, 54, 50, 30, 22, 16, 11, 7, 4, 1, 0)
# What a cannon aims at: 256ths of the target's worth.
AIM: Final = 24
# The player to move has this much more.
TEMPO: Final = 20
# Two hanging pieces cannot both be saved: 256ths of the lesser one's worth.
SECOND_LOSS: Final = 100
