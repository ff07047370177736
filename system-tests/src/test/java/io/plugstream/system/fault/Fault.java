package io.plugstream.system.fault;

import java.time.Duration;

/** Something that may happen to the platform at any time. Whom it hits is decided when it happens. */
public interface Fault {

    /** Does the damage. */
    Damage strike() throws Exception;

    /** How long the damage stays. */
    Duration lasts();

    /** What was done, to whom; undone when it is closed. */
    record Damage(String what, Repair repair) {}

    /** Makes good what a fault did, and returns when that is done. */
    interface Repair {
        void run() throws Exception;
    }
}
