package io.plugstream.gateway.payload;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses times from chargers: RFC 3339, which the schemas require, and other forms of ISO 8601: without seconds, with a
 * short offset, or without an offset, which means UTC (OCPP 1.6, 3.13).
 */
public final class ChargerTime {

    private static final Pattern FORMAT = Pattern.compile(
            "(?<year>\\d{4})-(?<month>\\d\\d)-(?<day>\\d\\d)[Tt](?<hour>\\d\\d):(?<minute>\\d\\d)"
                    + "(:(?<second>\\d\\d)(\\.(?<fraction>\\d+))?)?([Zz]|(?<sign>[+-])(?<hours>\\d\\d)(:?(?<minutes>\\d\\d))?)?");

    /** Stored, because a matcher would build this map for each time. */
    private static final Map<String, Integer> GROUPS = FORMAT.namedGroups();

    private static final LocalTime BEFORE_MIDNIGHT = LocalTime.of(23, 59);
    private static final int LEAP_SECOND = 60;

    private ChargerTime() {}

    /** The instant in {@code text}, truncated to milliseconds as everywhere in the platform. */
    public static Optional<Instant> parse(String text) {
        Matcher time = FORMAT.matcher(text);
        if (!time.matches()) {
            return Optional.empty();
        }
        try {
            return instant(time).filter(ChargerTime::isStorable);
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    private static Optional<Instant> instant(Matcher time) {
        Instant minute = LocalDate.of(number(time, "year"), number(time, "month"), number(time, "day"))
                .atTime(number(time, "hour"), number(time, "minute"))
                .toInstant(ZoneOffset.UTC)
                .minus(offset(time));
        int second = number(time, "second");
        boolean mayLeap = minute.atOffset(ZoneOffset.UTC).toLocalTime().equals(BEFORE_MIDNIGHT);
        return second < LEAP_SECOND || (second == LEAP_SECOND && mayLeap)
                ? Optional.of(minute.plusSeconds(second).plusMillis(millis(time)))
                : Optional.empty();
    }

    private static Duration offset(Matcher time) {
        LocalTime offset = LocalTime.of(number(time, "hours"), number(time, "minutes"));
        Duration east = Duration.between(LocalTime.MIDNIGHT, offset);
        return "-".equals(text(time, "sign")) ? east.negated() : east;
    }

    private static int millis(Matcher time) {
        String fraction = text(time, "fraction");
        return fraction == null ? 0 : Integer.parseInt((fraction + "00").substring(0, 3));
    }

    private static int number(Matcher time, String group) {
        String digits = text(time, group);
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    private static @Nullable String text(Matcher time, String group) {
        return time.group(Objects.requireNonNull(GROUPS.get(group)));
    }

    /** PostgreSQL has no year 0, and longer years are no dates of RFC 3339. */
    private static boolean isStorable(Instant instant) {
        int year = instant.atOffset(ZoneOffset.UTC).getYear();
        return year >= 1 && year <= 9999;
    }
}
