/** The rules of a user's name, email and role. */
export const userInput = () =>
  import('#lib/identity/schema').then(({ UserChangeInput }) =>
    UserChangeInput.pick({ name: true, email: true, role: true }).required(),
  )
