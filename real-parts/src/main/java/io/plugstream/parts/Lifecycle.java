package io.plugstream.parts;

/** The operations on a server, whatever it runs in. Its data and address stay until it is removed. */
interface Lifecycle {

    /** Returns when the server answers. */
    void start();

    void stop();

    void kill();

    void pause();

    void resume();

    void remove();
}
