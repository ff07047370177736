# plug, the command line, from its jar:
#   docker build -f deploy/docker/plug.Dockerfile -t plugstream/plug .
# A release (VERSION) needs a digest of the base, as in the services' images.

ARG BASE=eclipse-temurin:25.0.4.1_1-jre@sha256:fcd7fd7b387f94bb2ac461478a7436ad8e349924c374ea8313919624dceae636
FROM ${BASE}
ARG BASE
ARG VERSION=unversioned
RUN case "$VERSION $BASE" in "unversioned "*|"latest "*|*@sha256:*) ;; *) echo "Release $VERSION needs a base image with a digest: BASE=$BASE@sha256:..." >&2; exit 1;; esac
# The user owns the directory of position and secret, and so a new volume that is mounted there.
RUN mkdir -p /var/lib/plugstream && chown 10001:10001 /var/lib/plugstream
WORKDIR /app
COPY plug-cli/target/plug-*-exec.jar plug.jar
# A training run that writes the AOT cache, as in the services' images.
RUN java -Xmx128m -XX:+UseSerialGC -XX:AOTCacheOutput=/app/plug.aot -Xlog:aot=error -jar /app/plug.jar --help
LABEL org.opencontainers.image.title="Plugstream plug" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.vendor="Plugstream" \
      org.opencontainers.image.licenses="Apache-2.0"
USER 10001:10001
ENV XDG_STATE_HOME=/var/lib/plugstream
VOLUME /var/lib/plugstream
ENTRYPOINT ["java", "-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:AOTCache=/app/plug.aot", "-Xlog:aot=error,aot+codecache+stubs=error", "-jar", "/app/plug.jar"]
