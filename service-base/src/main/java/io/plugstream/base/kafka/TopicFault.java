package io.plugstream.base.kafka;

/**
 * A setting of a topic that is not as it must be.
 *
 * @param dangerous whether records could be lost or counted wrongly, so that a service must not start
 * @param because what would happen
 */
record TopicFault(String topic, String setting, String found, String wanted, boolean dangerous, String because) {

    @Override
    public String toString() {
        return "topic " + topic + ": " + setting + " is " + found + " and must be " + wanted + " (" + because + ")";
    }
}
