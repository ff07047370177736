/** Encryption of users' secrets in the database and in Kafka. */
@NullMarked
package io.plugstream.base.secret;

import org.jspecify.annotations.NullMarked;
