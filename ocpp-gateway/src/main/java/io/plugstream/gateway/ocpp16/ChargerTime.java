package io.plugstream.gateway.ocpp16;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.util.Optional;

/** Times as chargers write them: ISO 8601 with any offset, or none, which means UTC (OCPP 1.6, 3.13). */
final class ChargerTime {

    private static final DateTimeFormatter FORMAT = new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
            .appendPattern("[XXX][XX][X]")
            .toFormatter()
            .withResolverStyle(ResolverStyle.STRICT);

    private ChargerTime() {}

    /** The instant that {@code text} names, cut to milliseconds as everywhere in the platform. */
    static Optional<Instant> parse(String text) {
        try {
            TemporalAccessor time = FORMAT.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
            Instant instant = switch (time) {
                case OffsetDateTime offset -> offset.toInstant();
                case LocalDateTime local -> local.toInstant(ZoneOffset.UTC);
                default -> throw new DateTimeException("not a date and time");
            };
            return Optional.of(instant.truncatedTo(ChronoUnit.MILLIS)).filter(ChargerTime::hasFourDigitYear);
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static boolean hasFourDigitYear(Instant instant) {
        int year = instant.atOffset(ZoneOffset.UTC).getYear();
        return year >= 0 && year <= 9999;
    }
}
