# Tilery in a container: built where there is a compiler, run where there is none.
#
#   docker build -t tilery .
#   docker run -p 8420:8420 -v tilery:/data tilery
#
# With PostgreSQL, Redis, two processes and a proxy: compose.yaml.
FROM python:3.13-slim AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
# The versions are those of the lock file; hashes in it would be asked of our own wheel too.
RUN sed -e '/--hash=/d' -e 's/ *\\$//' requirements.lock > /constraints.txt \
    && python -m pip wheel --no-cache-dir --no-deps --wheel-dir /wheels . \
    && python -m venv /opt/tilery \
    && /opt/tilery/bin/python -m pip install --no-cache-dir --constraint /constraints.txt \
        "tilery[scale] @ file://$(echo /wheels/tilery-*.whl)" \
    && /opt/tilery/bin/tilery serve --help > /dev/null

FROM python:3.13-slim
RUN useradd --system --create-home --home-dir /data tilery
COPY --from=build /opt/tilery /opt/tilery
ENV PATH=/opt/tilery/bin:$PATH
USER tilery
WORKDIR /data
VOLUME /data
EXPOSE 8420
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8420/ready', timeout=4)"]
ENTRYPOINT ["tilery", "serve"]
CMD ["--host", "0.0.0.0", "--database", "/data/tilery.db"]
