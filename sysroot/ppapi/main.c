/* The main function of a program whose functions are called by a browser. */
int PpapiPluginMain(void);

int main(void) {
    return PpapiPluginMain();
}
