package io.plugstream.model.webhook;

/** Events of this partition up to and including {@code offset} are claimed; none of them is ever claimed again. */
public record DeliveryPosition(String topic, int partition, long offset) {

    /** The key of this record in its topic, such as {@code charger-events-3}. */
    public String key() {
        return topic + '-' + partition;
    }
}
