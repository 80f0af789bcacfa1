/** Hides an address except for its first letter and domain: `a***@example.com`. A letter may have two code units. */
export function maskEmail(email: string): string {
  const [letter = ''] = email
  return `${letter}***${email.slice(email.lastIndexOf('@'))}`
}
