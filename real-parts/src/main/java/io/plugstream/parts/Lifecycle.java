package io.plugstream.parts;

/** What can be done to a server, whatever it runs in. Its data and its address stay until it is removed. */
interface Lifecycle {

    /** Returns when the server answers. */
    void start();

    void stop();

    void kill();

    void pause();

    void resume();

    void remove();
}
