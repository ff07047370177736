package io.plugstream.sandbox;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** The sandbox: a simulated charger on a real connection for each test charger. */
@SpringBootApplication
@ConfigurationPropertiesScan({"io.plugstream.sandbox", "io.plugstream.base.secret"})
class SandboxApplication {

    static void main(String[] arguments) {
        SpringApplication.run(SandboxApplication.class, arguments);
    }
}
