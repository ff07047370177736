package io.plugstream.base.kafka;

/**
 * A topic's setting that differs from the catalogue or the rules for replicas.
 *
 * @param dangerous whether records could be lost or counted wrongly, so that a service must not start
 * @param because the consequence
 */
record TopicFault(String topic, String setting, String found, String wanted, boolean dangerous, String because) {

    @Override
    public String toString() {
        return "topic " + topic + ": " + setting + " is " + found + " and must be " + wanted + " (" + because + ")";
    }
}
