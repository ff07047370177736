'use strict';

// Renders /openapi.json. Everything is put in as text, nothing as markup.
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
  made.append(...children.filter(child => child !== undefined && child !== null));
  return made;
}

function paragraph(text) {
  return text ? element('p', {}, ...prose(text)) : undefined;
}

/** Text in which what stands between backticks is code. */
function prose(text) {
  return text.trim().split('`').map((part, i) => (i % 2 ? element('code', {}, part) : part));
}

function table(titles, rows) {
  if (rows.length === 0) return undefined;
  return element('table', {},
    element('thead', {}, element('tr', {}, ...titles.map(title => element('th', {}, title)))),
    element('tbody', {}, ...rows.map(row => element('tr', {}, ...row.map(cell => element('td', {}, ...[cell].flat()))))));
}

function json(value) {
  return element('pre', {}, typeof value === 'string' ? value : JSON.stringify(value, null, 2));
}

class Reference {
  constructor(api) {
    this.api = api;
    this.contents = document.getElementById('contents');
    this.main = document.getElementById('reference');
  }

  resolve(value) {
    if (!value || !value.$ref) return value;
    const target = value.$ref.slice(2).split('/').reduce((at, step) => at[step], this.api);
    return { ...this.resolve(target), ...value, $ref: undefined };
  }

  show() {
    this.main.replaceChildren(
      element('h1', {}, this.api.info.title + ' API ' + this.api.info.version),
      ...this.api.info.description.trim().split(/\n\s*\n/).map(paragraph),
      element('p', {}, 'The same for programmes: ', element('a', { href: '/openapi.json' }, '/openapi.json')));
    for (const tag of this.api.tags) this.chapter(tag.name, tag.description, this.operations(tag.name));
    this.chapter('Deliveries', 'What webhooks receive.', this.all(this.api.webhooks));
    this.chapter('Schemas', undefined, [], Object.entries(this.api.components.schemas));
  }

  all(paths) {
    return Object.entries(paths).flatMap(([path, item]) =>
      METHODS.filter(method => item[method]).map(method => ({
        path, method, ...item[method],
        parameters: [...(item.parameters || []), ...(item[method].parameters || [])].map(one => this.resolve(one))
      })));
  }

  operations(tag) {
    return this.all(this.api.paths).filter(operation => operation.tags.includes(tag));
  }

  chapter(title, description, operations, schemas = []) {
    const links = element('ul', {});
    this.contents.append(element('strong', {}, title), links);
    this.main.append(element('h2', {}, title), paragraph(description) || '');
    const entry = (id, label, section) => {
      links.append(element('li', {}, element('a', { href: '#' + id }, label)));
      this.main.append(section);
    };
    operations.forEach(one => entry(one.operationId, one.summary, this.operation(one)));
    schemas.forEach(([name, schema]) => entry('schema-' + name, name, this.schema(name, schema)));
  }

  operation(one) {
    const body = one.requestBody && Object.values(one.requestBody.content)[0];
    return element('section', { id: one.operationId },
      element('h3', {}, element('span', { class: 'method' }, one.method.toUpperCase()), element('code', {}, one.path)),
      paragraph(one.summary), paragraph(one.description),
      table(['Parameter', 'In', 'Type', ''], one.parameters.map(parameter => [
        [element('code', {}, parameter.name), parameter.required ? '' : ' (optional)'], parameter.in,
        this.type(parameter.schema), prose(parameter.description || '')])),
      ...(body ? [element('h4', {}, 'Body'), element('p', {}, this.type(body.schema)), json(body.example)] : []),
      element('h4', {}, 'Answers'),
      table(['Status', 'Body', ''], Object.entries(one.responses).map(([status, response]) => this.answer(status, response))),
      ...this.examples(one));
  }

  answer(status, reference) {
    const response = this.resolve(reference);
    const content = Object.entries(response.content || {})[0];
    return [element('code', {}, status), content ? [this.type(content[1].schema), ' ', element('small', {}, content[0])] : '',
      prose(response.description)];
  }

  examples(one) {
    return Object.entries(one.responses)
      .filter(([status, response]) => status.startsWith('2') && response.content)
      .flatMap(([, response]) => Object.values(response.content))
      .filter(content => content.example !== undefined)
      .map(content => json(content.example));
  }

  schema(name, schema) {
    const properties = Object.entries(schema.properties || {});
    return element('section', { id: 'schema-' + name },
      element('h3', {}, name), paragraph(schema.description),
      properties.length
        ? table(['Field', 'Type', ''], properties.map(([field, value]) => [
          [element('code', {}, field), (schema.required || []).includes(field) ? '' : ' (optional)'],
          this.type(value), prose(value.description || '')]))
        : element('p', {}, this.type(schema)));
  }

  type(schema) {
    if (!schema) return '';
    if (schema.$ref) {
      const name = schema.$ref.split('/').pop();
      return element('a', { href: '#schema-' + name }, name);
    }
    if (schema.oneOf) return element('span', {}, ...schema.oneOf.flatMap((one, i) => (i ? [' or ', this.type(one)] : [this.type(one)])));
    if (schema.type === 'array') return element('span', {}, 'array of ', this.type(schema.items));
    const words = [schema.type].flat().filter(Boolean).join(' or ') || 'any';
    const values = schema.const !== undefined ? [schema.const] : schema.enum;
    if (values) return element('span', {}, words + ': ', element('code', {}, values.join(', ')));
    const bounds = ['format', 'pattern', 'minimum', 'maximum', 'minLength', 'maxLength', 'default']
      .filter(key => schema[key] !== undefined).map(key => key + ' ' + schema[key]);
    return element('span', {}, words, bounds.length ? element('small', {}, ' ' + bounds.join(', ')) : '');
  }
}

fetch('/openapi.json')
  .then(answer => (answer.ok ? answer.json() : Promise.reject(new Error('status ' + answer.status))))
  .then(api => new Reference(api).show())
  .then(() => document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView())
  .catch(failure => document.getElementById('reference').replaceChildren('The description cannot be shown: ' + failure.message));
