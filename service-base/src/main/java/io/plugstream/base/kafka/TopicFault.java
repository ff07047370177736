package io.plugstream.base.kafka;

/**
 * A topic's setting that differs from the catalogue or the rules for replicas.
 *
 * @param dangerous whether records could be lost or counted wrongly, so that a service must not start
 * @param consequence what can happen with the setting as found
 */
record TopicFault(String topic, String setting, String found, String wanted, boolean dangerous, String consequence) {

    @Override
    public String toString() {
        return "topic " + topic + ": " + setting + " is " + found + " and must be " + wanted + " (" + consequence + ")";
    }
}
