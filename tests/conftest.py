"""What every test shares: how hard Hypothesis tries, and nothing else."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("local", deadline=None)
settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("quick", deadline=None, derandomize=True, max_examples=15)
settings.load_profile("ci" if os.environ.get("CI") else "local")
