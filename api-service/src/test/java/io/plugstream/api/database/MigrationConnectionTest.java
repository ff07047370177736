package io.plugstream.api.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.io.ClassPathResource;

/** Flyway's connection to the database. */
class MigrationConnectionTest {

    private static final String URL = "jdbc:postgresql://localhost/plugstream";

    @Test
    void aMigrationWaitsTenMinutesForASilentDatabaseAndBrieflyForALock() throws Exception {
        Properties settings = new Properties();
        settings.putAll(jdbcProperties());

        DriverPropertyInfo[] known = DriverManager.getDriver(URL).getPropertyInfo(URL, settings);

        assertThat(Arrays.stream(known).filter(property -> settings.containsKey(property.name)))
                .extracting(property -> property.name + '=' + property.value)
                .containsExactlyInAnyOrder(
                        "connectTimeout=10", "socketTimeout=600", "tcpKeepAlive=true", "options=-c lock_timeout=3s");
    }

    private static Map<String, String> jdbcProperties() throws Exception {
        var files = new YamlPropertySourceLoader().load("application", new ClassPathResource("application.yaml"));
        return new Binder(ConfigurationPropertySources.from(files))
                .bind("spring.flyway.jdbc-properties", Bindable.mapOf(String.class, String.class))
                .get();
    }
}
