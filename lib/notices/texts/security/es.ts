import type { security as english } from './en.ts'

export const security: typeof english = {
  subject: 'Un cambio de seguridad en {tenant}',
  heading: 'Un cambio de seguridad',
  ssoChanged:
    'Se ha configurado o cambiado el proveedor de identidad de {tenant}. Los usuarios pueden iniciar sesión ahora con {name}.',
  ssoRemoved:
    'Se ha quitado el proveedor de identidad {name} de {tenant}. Los usuarios inician sesión ahora con su contraseña.',
  factorRequired: '{tenant} exige ahora un segundo factor a todos los usuarios.',
  factorOptional: '{tenant} ya no exige un segundo factor.',
  idleLimited: 'Las sesiones en {tenant} terminan ahora tras {minutes} minutos sin uso.',
  idleUnlimited: 'Las sesiones sin uso en {tenant} ya no terminan.',
  webhookCreated: 'Se ha creado un webhook. Los eventos de {tenant} se envían ahora a {name}.',
  webhookChanged: 'Se ha cambiado un webhook. Los eventos de {tenant} se envían ahora a {name}.',
  privacyExport: 'Se ha solicitado una exportación de todos los datos sobre {name}.',
  identityLinked:
    'La cuenta de {person} se ha vinculado a una cuenta en {name}, con la que ahora se puede iniciar sesión.',
  passwordChanged: 'Se ha cambiado la contraseña de {person}.',
  totpAdded: 'Se ha añadido una aplicación de autenticación a la cuenta de {person}.',
  totpRemoved: 'Se ha quitado la aplicación de autenticación de la cuenta de {person}.',
  passkeyAdded: 'Se ha añadido la llave de acceso «{name}» a la cuenta de {person}.',
  passkeyRemoved: 'Se ha quitado la llave de acceso «{name}» de la cuenta de {person}.',
  reset: 'Se han quitado todos los segundos factores de la cuenta de {person}.',
  codesCreated: 'Se han creado nuevos códigos de recuperación para la cuenta de {person}.',
  button: 'Ver en Paraph',
  after:
    'Si lo esperaba, no tiene que hacer nada. Si no, deshágalo y haga cambiar la contraseña de quien hizo el cambio.',
}
