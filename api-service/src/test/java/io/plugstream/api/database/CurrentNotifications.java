package io.plugstream.api.database;

import io.r2dbc.spi.ConnectionFactory;

/** Notifications that are always current, for tests of caches. None ever arrives. */
public final class CurrentNotifications extends Notifications {

    public CurrentNotifications(ConnectionFactory unused) {
        super(unused);
    }

    @Override
    public boolean areCurrent() {
        return true;
    }
}
