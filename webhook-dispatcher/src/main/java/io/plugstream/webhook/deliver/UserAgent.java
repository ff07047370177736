package io.plugstream.webhook.deliver;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.info.BuildProperties;
import org.springframework.stereotype.Component;

/** The dispatcher's {@code User-Agent}, such as {@code Plugstream-Webhooks/1.2.3}. */
@Component
final class UserAgent {

    private final String text;

    UserAgent(ObjectProvider<BuildProperties> build) {
        BuildProperties properties = build.getIfAvailable();
        String version = properties == null ? null : properties.getVersion();
        this.text = "Plugstream-Webhooks/" + (version == null ? "development" : version);
    }

    String text() {
        return text;
    }
}
