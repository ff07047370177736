/** Secrets of users, sealed wherever they are kept: in the database and in Kafka. */
@NullMarked
package io.plugstream.base.secret;

import org.jspecify.annotations.NullMarked;
