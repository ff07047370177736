package io.plugstream.local.process;

/** How a process is asked to end: a JVM by TERM, a PostgreSQL server by INT (its fast shutdown). */
public enum StopSignal {
    TERM,
    INT
}
