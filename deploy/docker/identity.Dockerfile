# The development identity provider: tokens of any organisation for whoever asks. Never for production.
#   docker build -f deploy/docker/identity.Dockerfile -t plugstream/identity .
FROM eclipse-temurin:25-jre
LABEL org.opencontainers.image.title="Plugstream development identity provider" \
      org.opencontainers.image.vendor="Plugstream" \
      org.opencontainers.image.licenses="Apache-2.0"
RUN mkdir -p /var/lib/plugstream && chown 10001:10001 /var/lib/plugstream
WORKDIR /app
COPY deploy/docker/ready /app/ready
COPY local-stack/target/lib/ lib/
COPY local-stack/target/local-stack-*.jar lib/
USER 10001:10001
ENV JAVA_TOOL_OPTIONS="-XX:MaxRAMPercentage=50 -XX:+ExitOnOutOfMemoryError"
ENTRYPOINT ["java", "-cp", "lib/*", "io.plugstream.local.identity.IdentityProviderMain"]
