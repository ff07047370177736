/** Publishes tables to compacted topics. A change and its outbox row are one transaction; a relay publishes the row. */
@NullMarked
package io.plugstream.api.outbox;

import org.jspecify.annotations.NullMarked;
