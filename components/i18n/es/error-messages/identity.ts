import type { identityMessages as english } from '#lib/core/error-messages/identity'

export const identityMessages: Record<(typeof english)[number], string> = {
  'The name is missing.': 'Indique el nombre.',
  'This email address is already in use.': 'Esta dirección de correo ya está en uso.',
  '{email} already belongs to another user of the tenant. That user must be removed first.':
    '{email} ya pertenece a otro usuario de la organización. Primero hay que eliminar a ese usuario.',
  'This link is no longer valid. Request a new one.': 'Este enlace ya no es válido. Solicite uno nuevo.',
  'The link is incomplete.': 'El enlace está incompleto.',
  'The password is missing.': 'Escriba la contraseña.',
  'The password must have {min} to {max} characters.':
    'La contraseña debe tener entre {min} y {max} caracteres.',
  'The password is among the most common ones. Choose another.':
    'Esta contraseña es una de las más comunes. Elija otra.',
  'The password is your name, your email address or the name of this service. Choose another.':
    'Esta contraseña es su nombre, su dirección de correo o el nombre de este servicio. Elija otra.',
  'Another account with this email address has this password, and signing in could not tell them apart. Choose another.':
    'Otra cuenta con esta dirección de correo tiene esta contraseña, y al iniciar sesión no se podrían distinguir. Elija otra.',
  'The password may be absent only when send_invitation is true.':
    'Escriba una contraseña o envíe una invitación.',
  'The password was changed meanwhile.': 'La contraseña se ha cambiado mientras tanto.',
  'Incorrect password.': 'Contraseña incorrecta.',
  'You have no password. Sign out and sign in again through your identity provider.':
    'No tiene contraseña. Cierre la sesión y vuelva a iniciarla con su proveedor de identidad.',
  'The role is one of {roles}.': 'Roles posibles: {roles}.',
  'A user cannot be their own successor.': 'Un usuario no puede sucederse a sí mismo.',
  'A viewer cannot take over processes.': 'Un lector no puede hacerse cargo de procesos.',
  'The retention is a whole number of years, 1 to {max}.':
    'La conservación es un número entero de años, de 1 a {max}.',
  'Must be a whole number of minutes, {min} to {max}, or null.':
    'Se espera un número entero de minutos, de {min} a {max}.',
  'Must be a colour such as #1f5f4a.': 'Se espera un color, por ejemplo #1f5f4a.',
  'Too light: white text on it could not be read. Choose a darker colour (a contrast of 4.5 to 1).':
    'Demasiado claro: el texto blanco no se leería. Elija un color más oscuro (contraste de 4,5 a 1).',
  'Choose a PNG file.': 'Elija un archivo PNG.',
  'The logo is larger than {limit} MB.': 'El logotipo ocupa más de {limit} MB.',
  'The logo is not a complete PNG file.': 'El logotipo no es un archivo PNG completo.',
  'The logo has more than {limit} million pixels.': 'El logotipo tiene más de {limit} millones de píxeles.',
  'The logo cannot be read.': 'No se puede leer el logotipo.',
  'The logo has too many details. Use a simpler picture.':
    'El logotipo tiene demasiados detalles. Use una imagen más sencilla.',
  'The date is in the past.': 'La fecha ya ha pasado.',
  'This is not an ISO 8601 date-time.': 'No es una fecha con hora en formato ISO 8601.',
  'Name at least one scope, or leave the member out.': 'Elija al menos un permiso.',
  'This is neither an address nor a network (CIDR).': 'No es ni una dirección IP ni una red (CIDR).',
  'The text must have {min} to {max} characters.': 'El texto debe tener entre {min} y {max} caracteres.',
  'HTML is not rendered. Use plain text; each line is a paragraph.':
    'El HTML no se muestra. Escriba texto sin formato; cada línea es un párrafo.',
  'Set up a second factor of your own first, then require one of everyone.':
    'Configure primero su propio segundo factor y después exíjalo a todos.',
  'The passkey could not be verified.': 'No se ha podido verificar la llave de acceso.',
  'This passkey is added already.': 'Esta llave de acceso ya está añadida.',
  'This challenge has expired or was used. Start again.':
    'La solicitud ha caducado o ya se ha usado. Vuelva a empezar.',
  'The code has six digits.': 'El código tiene seis cifras.',
  'Enter a recovery code.': 'Escriba un código de recuperación.',
  'The issuer is missing.': 'Indique el emisor.',
  'The client id is missing.': 'Indique el ID de cliente.',
  'The client secret is missing.': 'Indique el secreto de cliente.',
  'Enter the client secret of the new issuer.': 'Escriba el secreto de cliente del nuevo emisor.',
  'Name at least one domain.': 'Indique al menos un dominio.',
  'Must be a domain such as example.com.': 'Se espera un dominio, por ejemplo example.com.',
  'Must be a URL without query, such as https://login.example.com.':
    'Se espera una URL sin parámetros, por ejemplo https://login.example.com.',
  'No OpenID provider responds at {url}.': 'Ningún proveedor OpenID responde en {url}.',
  'The provider at this URL calls itself {issuer}. Enter that.':
    'El proveedor de esta dirección se llama a sí mismo {issuer}. Escriba eso.',
}
