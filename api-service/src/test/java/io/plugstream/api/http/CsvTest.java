package io.plugstream.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTest {

    @Test
    void cellsAreSeparatedByCommasAndRecordsEndWithCrlf() {
        assertThat(Csv.line(Arrays.asList(1, "CP-1", null, 2L, ""))).isEqualTo("1,CP-1,,2,\r\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"a,b | \"a,b\"", "say \"hi\" | \"say \"\"hi\"\"\"", "plain text | plain text", "Säule;1 | Säule;1"
            })
    void cellsWithSpecialCharactersAreQuoted(String text, String cell) {
        assertThat(Csv.line(List.of(text))).isEqualTo(cell + "\r\n");
    }

    @Test
    void lineBreaksAreQuoted() {
        assertThat(Csv.line(List.of("a\nb", "c\r\nd"))).isEqualTo("\"a\nb\",\"c\r\nd\"\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+1", "-1", "@SUM(A1)", "\tx"})
    void textsThatBeginLikeFormulasGetAnApostrophe(String text) {
        assertThat(Csv.line(List.of(text))).isEqualTo("'" + text + "\r\n");
    }

    @Test
    void theApostropheIsInsideTheQuotes() {
        assertThat(Csv.line(List.of("\rx", "=HYPERLINK(\"a\",\"b\")")))
                .isEqualTo("\"'\rx\",\"'=HYPERLINK(\"\"a\"\",\"\"b\"\")\"\r\n");
    }

    @Test
    void numbersStayNumbers() {
        assertThat(Csv.line(List.of(-5, -7L, 1))).isEqualTo("-5,-7,1\r\n");
    }

    @Test
    void formulaCharactersInsideATextStayUnchanged() {
        assertThat(Csv.line(List.of("a=b", "1-2", "x@y"))).isEqualTo("a=b,1-2,x@y\r\n");
    }
}
