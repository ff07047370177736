# The development identity provider: issues tokens of any organisation without a password. Never for production.
#   docker build -f deploy/docker/identity.Dockerfile -t plugstream/identity .
# A release (VERSION) needs a digest of the base, as in the services' images.

ARG BASE=eclipse-temurin:25.0.4.1_1-jre@sha256:fcd7fd7b387f94bb2ac461478a7436ad8e349924c374ea8313919624dceae636
FROM ${BASE}
ARG BASE
ARG VERSION=unversioned
RUN case "$VERSION $BASE" in "unversioned "*|"latest "*|*@sha256:*) ;; *) echo "Release $VERSION needs a base image with a digest: BASE=$BASE@sha256:..." >&2; exit 1;; esac
RUN mkdir -p /var/lib/plugstream && chown 10001:10001 /var/lib/plugstream
WORKDIR /app
COPY deploy/target/classes/io/plugstream/healthcheck/HealthCheck.class healthcheck/io/plugstream/healthcheck/
COPY local-stack/target/lib/ lib/
COPY local-stack/target/local-stack-*.jar lib/
LABEL org.opencontainers.image.title="Plugstream development identity provider" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.vendor="Plugstream" \
      org.opencontainers.image.licenses="Apache-2.0"
USER 10001:10001
EXPOSE 8090
ENV JAVA_TOOL_OPTIONS="-XX:MaxRAMPercentage=50 -XX:+ExitOnOutOfMemoryError"
HEALTHCHECK --interval=10s --timeout=6s --retries=3 --start-period=60s \
  CMD ["java", "-Xmx16m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", "healthcheck", "io.plugstream.healthcheck.HealthCheck", "/.well-known/openid-configuration", "8090"]
ENTRYPOINT ["java", "-cp", "lib/*", "io.plugstream.local.identity.IdentityProviderMain"]
