package io.plugstream.quota;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** The quota service: a Kafka Streams application from calls to decisions. */
@SpringBootApplication
@ConfigurationPropertiesScan
class QuotaApplication {

    static void main(String[] arguments) {
        SpringApplication.run(QuotaApplication.class, arguments);
    }
}
