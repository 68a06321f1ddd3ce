// The part of the launcher's API that the extension uses. The launcher's repository has the whole
// API, in a file of the same name.

declare module "flashpoint-launcher" {
  type Disposable = { dispose?: () => void };
  type ExtensionContext = { subscriptions: Disposable };
  type Game = { title: string; activeDataId?: number; legacyLaunchCommand: string };
  type GameData = { launchCommand: string };

  const extensionPath: string;
  const config: { flashpointPath: string };
  function getPreferences(): { browserModeProxy: string };
  function getExtConfigValue(key: string): unknown;
  function registerDisposable(parent: Disposable, child: Disposable): void;
  namespace commands {
    function registerCommand(command: string, callback: (...args: never[]) => unknown): Disposable;
  }
  namespace gameData {
    function findOne(id: number): Promise<GameData | null>;
  }
  namespace log {
    function info(message: string): void;
  }
}
