# Every toolchain and library, for those who have no compilers: docs/index.md has the two commands.
FROM golang:1.26-bookworm AS go

FROM debian:12
# rustc-web and cargo-web are those that Debian keeps new, for browsers; its others are too old.
RUN apt-get update && apt-get install -y --no-install-recommends \
        ca-certificates cargo-web g++ git libmimalloc2.0 maven openjdk-17-jdk-headless \
        python3 python3-venv rustc-web \
    && rm -rf /var/lib/apt/lists/*
COPY --from=go /usr/local/go /usr/local/go
# Java takes a user's home from /etc/passwd, whatever HOME says. The cache is for whichever user runs
# the container; nobody else is in there.
ENV SERBENCH_SHARED_CACHE=1 HOME=/var/lib/serbench LANG=C.UTF-8 PATH=/opt/serbench/bin:/usr/local/go/bin:$PATH \
    MAVEN_OPTS=-Dmaven.repo.local=/var/lib/serbench/.m2/repository
COPY hatch_build.py LICENSE pyproject.toml README.md /src/
COPY locks /src/locks
COPY src /src/src
RUN python3 -m venv /opt/serbench \
    && /opt/serbench/bin/pip install --no-cache-dir --require-hashes -r /src/locks/container.txt \
    && /opt/serbench/bin/pip install --no-cache-dir --no-deps --no-build-isolation /src
# What all drivers share is fetched and compiled once; any user may add to it.
RUN serbench setup nested --all && rm -rf /var/lib/apt/lists/* && chmod -R a+rwX "$HOME"
WORKDIR /data
ENTRYPOINT ["serbench"]
