import { expect, test } from 'vitest'
import { loginSchema, registerSchema } from './credentials'

const good = { name: 'Vera', email: 'vera@example.com', password: 'aB1!aaaa', confirmPassword: 'aB1!aaaa' }

function messages(schema: typeof loginSchema | typeof registerSchema, values: object) {
  const { error } = schema.safeParse({ ...good, ...values })
  return error?.issues.map(({ path, message }) => `${path}: ${message}`) ?? []
}

test.each([
  ['vera@example.com', []],
  [' vera@example.com ', []],
  ['a@b.c', []],
  ['vera@example', ['email: Please enter a valid email address']],
  ['vera example@x.y', ['email: Please enter a valid email address']],
  ['@x.y', ['email: Please enter a valid email address']],
  ['  ', ['email: Enter your email address']],
])('signing in with the address %j', (email, expected) => {
  expect(messages(loginSchema, { email })).toEqual(expected)
})

test('signing in takes any password', () => {
  expect(messages(loginSchema, { password: 'x' })).toEqual([])
})

test('registering names everything that is wrong at once', () => {
  expect(
    messages(registerSchema, { name: ' ', email: 'x', password: 'weak', confirmPassword: 'other' }),
  ).toEqual([
    'name: Enter your name',
    'email: Please enter a valid email address',
    'password: Password must be at least 8 characters and contain a number, uppercase, lowercase, and special character (!@#$%^&*)',
    'confirmPassword: Passwords do not match',
  ])
})

test('what is sent is trimmed, but the password is as typed', () => {
  const password = ' aB1!aaaa '
  expect(
    registerSchema.parse({
      ...good,
      name: ' Vera ',
      email: ' vera@example.com',
      password,
      confirmPassword: password,
    }),
  ).toEqual({
    ...good,
    password,
    confirmPassword: password,
  })
})
