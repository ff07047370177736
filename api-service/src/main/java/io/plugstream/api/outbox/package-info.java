/** Publishes what the tables say to compacted topics: a change and its outbox row are one transaction, a relay does the rest. */
@NullMarked
package io.plugstream.api.outbox;

import org.jspecify.annotations.NullMarked;
