// Reads every way in which a source file names another: static, type and dynamic imports, re-exports, require and worker files.
import { parseSync } from 'oxc-parser';

export interface ImportUse {
  readonly specifier: string;
  readonly isType: boolean;
  /** `export * from`. */
  readonly isExportAll: boolean;
  /** `new URL('./x.ts', import.meta.url)`: names a file that is started, not imported. */
  readonly isFileName: boolean;
  /** Counted from 1. */
  readonly line: number;
}

/** Stands for an import whose name is computed, which nobody can check. */
export const COMPUTED = '(computed)';

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** All imports of a file in order. Throws when the file cannot be parsed. */
export function importsOf(path: string, text: string): readonly ImportUse[] {
  const { program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path} cannot be parsed: ${error.message}`);
  const uses: (ImportUse & { start: number })[] = [];
  const see = (node: SyntaxNode) => {
    for (const named of namedBy(node)) {
      uses.push({ ...named, start: node.start, line: text.slice(0, node.start).split('\n').length });
    }
  };
  // Everything but static imports is rare, and looking into every expression of every file takes seconds.
  if (/\bimport\s*\(|\brequire\b|\bURL\s*\(/.test(text)) visit(program as unknown as SyntaxNode, see);
  else for (const statement of program.body) see(statement as unknown as SyntaxNode);
  return uses.sort((left, right) => left.start - right.start).map(({ start: _start, ...use }) => use);
}

function namedBy(node: SyntaxNode): readonly Omit<ImportUse, 'line'>[] {
  const named = (source: unknown, isType = false, isExportAll = false) => [
    { specifier: literal(source), isType, isExportAll, isFileName: node.type === 'NewExpression' },
  ];
  switch (node.type) {
    case 'ImportDeclaration':
      return named(node['source'], node['importKind'] === 'type' || hasOnlyTypes(node['specifiers']));
    case 'ExportNamedDeclaration':
      return node['source'] === null
        ? []
        : named(node['source'], node['exportKind'] === 'type' || hasOnlyTypes(node['specifiers']));
    case 'ExportAllDeclaration':
      return named(node['source'], node['exportKind'] === 'type', true);
    case 'ImportExpression':
      return named(node['source']);
    case 'TSImportType':
      return named(node['source'] ?? node['argument'], true);
    case 'TSExternalModuleReference':
      return named(node['expression']);
    case 'CallExpression':
      return isNamed(node['callee'], 'require') ? named(firstArgument(node)) : [];
    case 'NewExpression':
      return isNamed(node['callee'], 'URL') && /\.[mc]?tsx?$/.test(literal(firstArgument(node)))
        ? named(firstArgument(node))
        : [];
    default:
      return [];
  }
}

function hasOnlyTypes(specifiers: unknown): boolean {
  const list = specifiers as readonly SyntaxNode[];
  return list.length > 0 && list.every((entry) => entry['importKind'] === 'type' || entry['exportKind'] === 'type');
}

function literal(node: unknown): string {
  const { type, value, literal: inner } = (node ?? {}) as { type?: string; value?: unknown; literal?: unknown };
  if (type === 'TSLiteralType') return literal(inner);
  return type === 'Literal' && typeof value === 'string' ? value : COMPUTED;
}

function isNamed(node: unknown, name: string): boolean {
  const { type, name: found } = node as { type: string; name?: string };
  return type === 'Identifier' && found === name;
}

function firstArgument(node: SyntaxNode): unknown {
  return (node['arguments'] as readonly unknown[])[0];
}

function visit(node: SyntaxNode, see: (node: SyntaxNode) => void): void {
  see(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof child === 'object' && child !== null && typeof (child as SyntaxNode).type === 'string')
        visit(child as SyntaxNode, see);
    }
  }
}
