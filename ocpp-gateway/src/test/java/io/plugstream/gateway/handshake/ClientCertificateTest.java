package io.plugstream.gateway.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.Certificates;
import io.plugstream.model.charger.ChargerId;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientCertificateTest {

    @TempDir
    private static Path directory;

    private static Certificates certificates;

    @BeforeAll
    static void make() throws Exception {
        certificates = Certificates.in(directory);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CN=Säule 1, O=demo             | true",
                "O=demo, OU=x, CN=Säule 1, C=DE | true",
                "CN=Säule 1                     | false",
                "CN=Säule 1, O=other            | false",
                "CN=säule 1, O=demo             | false",
                "CN=Säule 1, CN=Säule 2, O=demo | false",
                "CN=Säule 1, O=demo, O=other    | false",
                "CN=\"Säule 1, O=demo\"         | false",
                "OU=Säule 1, O=demo             | false"
            })
    void namesOnlyTheChargerOfItsSubject(String subject, boolean names) throws Exception {
        assertThat(ClientCertificate.names(certificates.issue(subject), new ChargerId("demo", "Säule 1")))
                .isEqualTo(names);
    }
}
