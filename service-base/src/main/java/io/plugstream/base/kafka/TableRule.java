package io.plugstream.base.kafka;

import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Which of a key's two records is the valid one, when more than one writer may write the key. Every reader has the same
 * rule, so that all have the same entry.
 *
 * @param whileRead chooses while the topic is read for the first time; null for the last record, so that only that one
 *     is parsed (ADR 68)
 * @param afterwards chooses between the present entry and the topic's next record; null for the last
 */
public record TableRule<V>(
        @Nullable BinaryOperator<V> whileRead, @Nullable BinaryOperator<V> afterwards) {

    /** The last record is the valid one. */
    static <V> TableRule<V> last() {
        return new TableRule<>(null, null);
    }

    /** The record that {@code rule} chooses. */
    public static <V> TableRule<V> always(BinaryOperator<V> rule) {
        return new TableRule<>(rule, rule);
    }

    /** The last record of the first read, and then the one that {@code rule} chooses, whose writers may write late. */
    public static <V> TableRule<V> onceRead(BinaryOperator<V> rule) {
        return new TableRule<>(null, rule);
    }

    /** The record that {@code rule} chooses in the first read. From then on, listeners see each record and choose. */
    public static <V> TableRule<V> leftToListeners(BinaryOperator<V> rule) {
        return new TableRule<>(rule, null);
    }
}
