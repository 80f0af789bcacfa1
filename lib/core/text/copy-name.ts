const NAME_MAX_CHARACTERS = 255
const COPY_SUFFIX = ' (copy)'

/** The name of a duplicate, shortened if it would be too long. */
export function copyName(name: string): string {
  const available = NAME_MAX_CHARACTERS - COPY_SUFFIX.length
  return (
    (name.length > available
      ? `${name
          .slice(0, available - 1)
          .toWellFormed()
          .replace(/\uFFFD$/, '')}…`
      : name) + COPY_SUFFIX
  )
}
