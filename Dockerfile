# The server with everything it needs and nothing else: no pip, no compiler, no root.
#
#     docker build --tag banqi .
#     docker run --publish 127.0.0.1:8000:8000 --volume banqi:/data banqi
#
# Every package comes as a wheel, for amd64 and for arm64; only the server's own busiest modules are
# compiled, in a stage that has a compiler.

FROM python:3.11-bookworm AS build

ENV COMPILE=yes
RUN python -m venv --without-pip /opt/banqi \
    && python -m venv --without-pip /opt/compiler
WORKDIR /src
COPY requirements/run.txt requirements/compile.txt requirements/
RUN python -m pip --python /opt/banqi/bin/python install --no-cache-dir --require-hashes --only-binary :all: -r requirements/run.txt \
    && python -m pip --python /opt/compiler/bin/python install --no-cache-dir --require-hashes --only-binary :all: -r requirements/compile.txt
COPY pyproject.toml setup.py README.md LICENSE ./
COPY app app
COPY web web
RUN python -m pip --python /opt/compiler/bin/python wheel --no-cache-dir --no-index --no-deps --no-build-isolation --wheel-dir dist . \
    && python -m pip --python /opt/banqi/bin/python install --no-cache-dir --no-index --no-deps --find-links dist banqi \
    && python -m pip --python /opt/banqi/bin/python uninstall --yes setuptools


FROM python:3.11-slim-bookworm

LABEL org.opencontainers.image.title="Banqi" \
      org.opencontainers.image.description="Banqi (dark chess) in the browser" \
      org.opencontainers.image.licenses="MIT"

RUN python -m pip uninstall --yes --no-input setuptools wheel pip \
    && rm -rf /usr/local/lib/python3.11/ensurepip \
    && install --directory --mode=700 --owner=10001 --group=10001 /data
COPY --from=build /opt/banqi /opt/banqi

ENV PATH=/opt/banqi/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONSAFEPATH=1 \
    PYTHONUNBUFFERED=1 \
    BANQI_HOST=0.0.0.0 \
    BANQI_PORT=8000 \
    BANQI_STORE=sqlite:////data/banqi.sqlite3

USER 10001:10001
WORKDIR /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-m", "app.healthcheck"]
ENTRYPOINT ["python", "-m", "app"]
