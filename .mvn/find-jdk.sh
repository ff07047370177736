# Sourced by mvnw, run and plug: sets JAVA_HOME to a JDK 25, or prints how to get one and returns 1. The build always
# compiles with JDK 25. Maven itself needs it too, because the formatter parses sources with Maven's JDK.
plugstream_is_jdk25() {
  [ -x "$1/bin/javac" ] && [ -r "$1/release" ] && grep -q '^JAVA_VERSION="25[."]' "$1/release"
}

plugstream_find_jdk25() {
  if [ -n "${JAVA_HOME-}" ] && plugstream_is_jdk25 "$JAVA_HOME"; then
    return 0
  fi
  case $- in *f*) plugstream_noglob=f; set +f ;; *) plugstream_noglob= ;; esac
  for plugstream_jdk in "${JDK25_HOME-}" /usr/lib/jvm/* "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home /opt/java/* /opt/jdk*; do
    if plugstream_is_jdk25 "$plugstream_jdk"; then
      JAVA_HOME=$plugstream_jdk
      export JAVA_HOME
      break
    fi
  done
  [ -z "$plugstream_noglob" ] || set -f
  plugstream_is_jdk25 "${JAVA_HOME-/nonexistent}" && return 0
  cat >&2 <<'MESSAGE'
Plugstream needs JDK 25 and found none in JAVA_HOME, JDK25_HOME or the usual folders (/usr/lib/jvm, ~/.sdkman, ~/.jdks).
Get one, for example Eclipse Temurin 25 from https://adoptium.net/temurin/releases/?version=25 or 'sdk install java 25-tem',
then try again; or set JDK25_HOME to its folder.
MESSAGE
  return 1
}

plugstream_find_jdk25
