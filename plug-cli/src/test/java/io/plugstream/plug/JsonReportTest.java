package io.plugstream.plug;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.plug.output.Output;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;

class JsonReportTest {

    @Test
    void fieldsAreAlwaysInTheSameOrder() {
        var written = new StringWriter();
        var report = new JsonReport(new Output(new PrintWriter(written), Ansi.OFF));

        report.begins("http://localhost:3000/", "whsec_c2VjcmV0", Path.of("position.json"));
        report.disconnected("closed", Duration.ofSeconds(2));
        report.forwarded("e-1", "charger.boot", "2026-01-31T09:00:00.000Z", "CP-1", true, "200");

        assertThat(written.toString().lines()).containsExactly("""
                {"kind":"listening","forwardTo":"http://localhost:3000/","secret":"whsec_c2VjcmV0","file":"position.json"}
                {"kind":"disconnected","reason":"closed","retryMs":2000}
                {"kind":"forwarded","eventId":"e-1","event":"charger.boot","timestamp":"2026-01-31T09:00:00.000Z",\
                "chargeBoxId":"CP-1","delivered":true,"outcome":"200"}
                """.lines().toArray(String[]::new));
    }
}
