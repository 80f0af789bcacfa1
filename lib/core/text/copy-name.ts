import { cutText } from './characters.ts'

const NAME_MAX_CHARACTERS = 255
const COPY_SUFFIX = ' (copy)'

/** The name of a duplicate, shortened if it would be too long. */
export function copyName(name: string): string {
  const available = NAME_MAX_CHARACTERS - COPY_SUFFIX.length
  return (name.length > available ? `${cutText(name, available - 1)}…` : name) + COPY_SUFFIX
}
