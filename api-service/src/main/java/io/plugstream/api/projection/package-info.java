/** Read models: writes records of topics into PostgreSQL, and keeps events and deliveries until their retention ends. */
@NullMarked
package io.plugstream.api.projection;

import org.jspecify.annotations.NullMarked;
