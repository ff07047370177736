package io.plugstream.simulator.scenario;

import java.io.IOException;
import java.util.Map;

/** Remembers how far a scenario has come, for whoever goes on with it after the end of the process. */
public interface Journal {

    /**
     * The step is done. Said while the charger is held, so that a store that writes both writes what the step changed and
     * this in one.
     *
     * @param number of the step, from 0
     */
    void done(int number, ScenarioRun.DoneStep step);

    /** What a command says: {@code payload}, unless the step had begun before. */
    default Map<String, Object> payload(int number, Payload payload) throws IOException, InterruptedException {
        return payload.find();
    }

    /** What a command says, which may have to be found out. */
    @FunctionalInterface
    interface Payload {
        Map<String, Object> find() throws IOException, InterruptedException;
    }
}
