# Sourced by run and plug. Builds of one checkout write the same files, so they wait for each other.
plugstream_lock=

# Waits until no other build of the checkout $1 runs, and keeps others waiting until plugstream_end_build or the end of
# this shell. The lock is a link to the process id, so it never exists without one; that of a killed build is removed.
plugstream_begin_build() {
  local lock=$1/.mvn/build.lock other
  until ln -s $$ "$lock" 2>/dev/null; do
    other=$(readlink "$lock") || continue
    kill -0 "$other" 2>/dev/null && sleep 0.2 || rm -f "$lock"
  done
  plugstream_lock=$lock
  trap plugstream_end_build EXIT
}

plugstream_end_build() {
  [ -z "$plugstream_lock" ] || rm -f "$plugstream_lock"
  plugstream_lock=
}
