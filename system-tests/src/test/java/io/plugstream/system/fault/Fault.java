package io.plugstream.system.fault;

import java.time.Duration;

/** A fault that may hit the platform at any time. Its victim is chosen when it strikes. */
public interface Fault {

    /** Causes the damage. */
    Damage strike() throws Exception;

    /** How long the damage lasts. */
    Duration lasts();

    /** What was done to whom, and how to undo it. */
    record Damage(String what, Repair repair) {}

    /** Undoes the damage of a fault, and returns when that is done. */
    interface Repair {
        void run() throws Exception;
    }
}
