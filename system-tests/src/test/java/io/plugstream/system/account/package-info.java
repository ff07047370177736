/** Compares four accounts of one load: the answers to chargers, the topics, the receivers and the API. */
@NullMarked
package io.plugstream.system.account;

import org.jspecify.annotations.NullMarked;
