// npm's oidc-provider with one client and whoever signs in as a person. Says its issuer on the first line that it writes.
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

// The folder that has node_modules, where people come back to, and the secret of the client.
const [, , home, portal, secret] = process.argv;
const { default: Provider } = await import(pathToFileURL(createRequire(`${home}/`).resolve('oidc-provider')).href);

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://localhost:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [{
      client_id: 'plugstream',
      client_secret: secret,
      redirect_uris: [`${portal}/portal/callback`],
      post_logout_redirect_uris: [`${portal}/portal`],
      response_types: ['code'],
      grant_types: ['authorization_code'],
    }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'foreign' }] },
    cookies: { keys: ['of a test'] },
    claims: { openid: ['sub'], profile: ['name', 'org_id', 'roles'] },
    // The ID token has all claims, as the portal asks for nothing else.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true } },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, name: `Person ${id}`, org_id: `org-${id}` }) }),
  });
  provider.on('server_error', (_, failure) => console.error(failure));
  server.on('request', provider.callback());
  console.log(issuer);
});
