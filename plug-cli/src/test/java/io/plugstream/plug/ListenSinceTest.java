package io.plugstream.plug;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListenSinceTest {

    private final StringWriter errors = new StringWriter();

    /** A future time is often a local one that was written as UTC: the wanted events would not be forwarded. */
    @ParameterizedTest
    @CsvSource({"2999-01-01T00:00:00Z,in the future", "2000-01-01T00:00:00Z,at most 7 days ago", "8d,at most 7 days ago"
    })
    void onlyTimesWhoseEventsAreKeptAreTaken(String since, String reason) {
        var line = Plug.commandLine(
                        Map.of("PLUGSTREAM_URL", "http://localhost:1", "PLUGSTREAM_KEY", "plug_test_" + "a".repeat(49)))
                .setErr(new PrintWriter(errors, true));

        assertThat(line.execute("listen", "--forward-to", "http://localhost:1/", "--since", since))
                .isEqualTo(2);
        assertThat(errors.toString()).startsWith("plug: --since ").contains(reason);
    }
}
