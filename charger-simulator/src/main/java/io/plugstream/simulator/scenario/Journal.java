package io.plugstream.simulator.scenario;

import java.io.IOException;
import java.util.Map;

/** Records the progress of a scenario, so that it can resume after the end of the process. */
public interface Journal {

    /**
     * Records that a step is done. Called under the charger's lock, so that a store can write the step's changes and
     * this progress together.
     *
     * @param number of the step, from 0
     */
    void done(int number, ScenarioRun.DoneStep step);

    /** The payload of a command: {@code payload}, unless the step had already begun. */
    default Map<String, Object> payload(int number, Payload payload) throws IOException, InterruptedException {
        return payload.find();
    }

    /** Computes the payload of a command. */
    @FunctionalInterface
    interface Payload {
        Map<String, Object> find() throws IOException, InterruptedException;
    }
}
